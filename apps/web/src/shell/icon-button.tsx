import { Icon, type IconName } from './icon.tsx';

interface IconButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly hint?: string;
  readonly disabled?: boolean;
  readonly onClick: (event: MouseEvent) => void;
}

export function IconButton({ icon, label, hint, disabled, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      title={hint ? `${label} (${hint})` : label}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}
