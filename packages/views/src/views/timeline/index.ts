import { defineView } from '../../view.ts';

export const timeline = defineView({
  id: 'timeline',
  title: 'Timeline',
  help:
    'Each row is a rank, time runs to the right, and colour is the MPI call the rank is in; where many calls or ranks share a pixel it shows the call that took most of the time, paler the less of the time was spent inside calls. ' +
    'Turn the wheel to zoom into time (shift: into ranks), drag to move, drag along the axis to measure and set the active time range, click a rank beside the plot to select it, click a name in the key to see that call alone; closer in, arrows are messages from sender to receiver; where a trace holds functions, threads or kernels, the triangle beside a row (key e) opens them below it, and a name typed below the plot is found by Enter. ' +
    'Click a call to pin it and read for whom it waited; . and , step to the next and previous call, g goes to the rank it waited for, l to the longest wait on screen, f zooms to it, Backspace undoes a zoom (the rank × time picture that CommGram starts from: Wu, “Visual Analytics for Large Communication Trace Data”, 2015).',
  hues: () => ['call'],
  ownAmounts: true,
  refuses: (dataset) => {
    const { spans, messages, collectives } = dataset.manifest.tables;
    const any = [spans, messages, collectives].some((table) => (table?.rows ?? 0) > 0);
    if (!any) {
      return 'This dataset has no calls and no messages. Import an MPI trace (DUMPI or OTF2) to see ranks over time.';
    }
    const { timeRange } = dataset.manifest;
    return timeRange && timeRange[1] <= timeRange[0]
      ? 'This trace was recorded without times, so there is nothing to place along an axis of time. The call profile counts its calls and the communication matrix its messages.'
      : null;
  },
  load: () => import('./timeline-view.ts'),
});
