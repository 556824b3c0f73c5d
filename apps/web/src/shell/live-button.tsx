import type { Session } from '../session/session.ts';

/** Of a dataset that grows: whether the time range stays at its end, or the way back there. */
export function LiveButton({ session: { growth, end } }: { session: Session }) {
  if (growth.value === 'none') return null;
  const late = growth.value === 'late';
  const following = end.following.value;
  return (
    <button
      type="button"
      class="live-button"
      aria-pressed={following}
      data-late={late}
      title={describe(following, late)}
      onClick={following ? end.pause : end.goLive}
    >
      <span class="live-dot" aria-hidden="true" />
      {following ? (late ? 'Live, no new samples' : 'Live') : 'Go live'}
    </button>
  );
}

function describe(following: boolean, late: boolean): string {
  if (!following) return 'Go to the newest samples and stay with them';
  return late
    ? 'No sample has come for some time; the next one is shown'
    : 'New samples are shown as they come; press to stay here';
}
