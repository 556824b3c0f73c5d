import type { ReadonlySignal } from '@preact/signals';
import type { Workspace } from '../../../workspace.ts';
import type { TorusOptions } from '../source/torus-options.ts';
import type { TorusJudgement } from './torus-judgement.ts';
import './finding-strip.css';

/** Narrower panels have the buttons below the sentences, which are then read whole. */
const BESIDE = 560;
/** In narrower ones the second sentence takes two lines. */
const ONE_LINE = 880;

export function findingHeight(width: number): number {
  return width < BESIDE ? 104 : width < ONE_LINE ? 58 : 40;
}

/** What stands out, with its number and what it is compared with; its links are one click away. */
export function FindingStrip({
  judgement,
  workspace,
  options: { roles, planes },
  otherwise,
  width,
}: {
  readonly judgement: ReadonlySignal<TorusJudgement | null>;
  readonly workspace: Workspace;
  readonly options: Pick<TorusOptions, 'roles' | 'planes'>;
  /** Told while there is no judgement. */
  readonly otherwise: string;
  readonly width: number;
}) {
  const found = judgement.value;
  const { evidence, hiding } = found ?? {};
  return (
    <div
      class={width < BESIDE ? 'torus-finding torus-finding-narrow' : 'torus-finding'}
      style={{ height: `${findingHeight(width)}px` }}
      role="status"
      data-field="finding"
    >
      <div class="torus-finding-text">
        <strong title={found?.text}>{found?.text ?? otherwise}</strong>
        <span title={found?.against}>{found?.against}</span>
      </div>
      {evidence && (
        <button
          type="button"
          class="kit-button"
          onClick={() => {
            planes.value = '';
            workspace.select(evidence, 'commit');
          }}
        >
          Show {evidence.directions?.map((name) => name.replace('-', '−')).join(', ')}
        </button>
      )}
      {hiding?.better && (
        <button
          type="button"
          class="kit-button"
          title="Give the dimensions roles in which means hide least"
          onClick={() => {
            roles.value = hiding.better ?? '';
          }}
        >
          Hide least
        </button>
      )}
    </div>
  );
}
