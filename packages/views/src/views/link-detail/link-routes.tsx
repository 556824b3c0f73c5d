import type { Workspace } from '../../workspace.ts';

const ways = [
  ['sourcePorts', 'from here', 'Follow routes from this port on'],
  ['destinationPorts', 'to here', 'Follow routes up to this port'],
  ['links', 'through', 'Follow whole routes that pass it'],
] as const;

/** Which routes the other views keep: those that start here, end here or pass; pressed again, all. */
export function LinkRoutes({
  links,
  workspace,
}: {
  readonly links: readonly number[];
  readonly workspace: Workspace;
}) {
  const selection = workspace.selection.value;
  return (
    <div class="link-routes">
      Routes
      <fieldset class="kit-choice" aria-label="Routes">
        {ways.map(([key, text, hint]) => {
          const chosen = links.every((link) => selection[key].includes(link));
          return (
            <button
              key={key}
              type="button"
              title={hint}
              aria-pressed={chosen}
              onClick={() => {
                const rest = selection[key].filter((link) => !links.includes(link));
                workspace.select({ [key]: chosen ? rest : [...rest, ...links] }, 'commit');
              }}
            >
              {text}
            </button>
          );
        })}
      </fieldset>
    </div>
  );
}
