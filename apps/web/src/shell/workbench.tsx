import { useEffect } from 'preact/hooks';
import type { Session } from '../session/session.ts';
import { AboutOverlay } from './about-overlay.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { FindingsStrip } from './findings-strip.tsx';
import { handleKey } from './keyboard.ts';
import { PanelArea } from './panel-area.tsx';
import { SearchOverlay } from './search-overlay.tsx';
import { TopBar } from './top-bar.tsx';
import { TourCard } from './tour-card.tsx';

/** The page of an open dataset: bars above and below, panels between. */
export function Workbench({ session }: { session: Session }) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => handleKey(session, event);
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [session]);
  return (
    <div class="workbench">
      <TopBar session={session} />
      <FindingsStrip session={session} />
      <PanelArea session={session} />
      <BottomBar session={session} />
      <TourCard session={session} />
      {session.page.overlay.value === 'about' && <AboutOverlay session={session} />}
      {session.page.overlay.value === 'search' && <SearchOverlay session={session} />}
    </div>
  );
}
