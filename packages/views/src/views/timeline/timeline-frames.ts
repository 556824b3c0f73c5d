import type { AnswerOf, timeline, timelineCall } from '@weft/analysis';

export type TimelineFrames = AnswerOf<typeof timeline>;
export type PinnedFrames = AnswerOf<typeof timelineCall>;
