import type {
  AnswerOf,
  findRegion,
  regionNames,
  timeline,
  timelineCall,
  timelineStack,
} from '@weft/analysis';

export type TimelineFrames = AnswerOf<typeof timeline>;
export type PinnedFrames = AnswerOf<typeof timelineCall>;
export type StackFrames = AnswerOf<typeof timelineStack>;
export type NameFrames = AnswerOf<typeof regionNames>;
export type FoundFrames = AnswerOf<typeof findRegion>;
