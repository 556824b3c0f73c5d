import { useState } from 'preact/hooks';
import { panelRects } from '../panels/panel-rects.ts';
import { moveBorder, panelsOf, swapPanels } from '../panels/panel-tree.ts';
import type { Session } from '../session/session.ts';
import { Panel } from './panel.tsx';
import { Splitter } from './splitter.tsx';
import { useSize } from './use-size.ts';

/** Panels lie side by side in one element, so that a split or a close leaves the other views untouched. */
export function PanelArea({ session }: { session: Session }) {
  const { element, size } = useSize<HTMLElement>();
  const [dragged, setDragged] = useState<number | null>(null);
  const tree = session.panels.value;
  const { panels, borders } = panelRects(
    tree,
    size.width,
    size.height,
    session.dataset.manifest.tables.jobs?.rows,
  );
  const drop = (target: number) => {
    if (dragged !== null) session.changePanels((tree) => swapPanels(tree, dragged, target));
    setDragged(null);
  };
  return (
    <main ref={element} class="panel-area">
      {size.width > 0 &&
        panelsOf(tree.root)
          .filter((panel) => panels.has(panel.id))
          .sort((a, b) => a.id - b.id)
          .map((panel) => (
            <Panel
              key={panel.id}
              session={session}
              panel={panel}
              rect={panels.get(panel.id)!}
              maximised={tree.maximised === panel.id}
              dragged={dragged}
              onDrag={setDragged}
              onDrop={drop}
            />
          ))}
      {borders.map((border) => (
        <Splitter
          key={`${border.split} ${border.index}`}
          border={border}
          onMove={(share, how) =>
            session.changePanels((tree) => moveBorder(tree, border.split, border.index, share), how)
          }
        />
      ))}
    </main>
  );
}
