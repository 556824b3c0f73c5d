import { Icon, type IconName } from './icon.tsx';

interface IconButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly hint?: string;
  readonly disabled?: boolean;
  /** For a button that switches something on and off. */
  readonly pressed?: boolean;
  readonly onClick: (event: MouseEvent) => void;
}

export function IconButton({ icon, label, hint, disabled, pressed, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      title={hint ? `${label} (${hint})` : label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}
