import {
  type Commgram,
  type CommgramModel,
  type CommgramSession,
  createCommgramSession,
  modelOfFrames,
  suggestCommunities,
  suggestPhases,
} from '@weft/analysis';
import { useMemo } from 'preact/hooks';
import type { ViewProps } from '../../view.ts';
import type { CommgramNeeds } from './needs.ts';
import { type CommgramSettings, readSettings } from './settings.ts';
import { useCut } from './use-cut.ts';

/** The curve draws at most this many communities, since more cannot be told apart. */
const MOST_FOR_CURVE = 128;

export interface CommgramCut {
  readonly model: CommgramModel;
  /** What the sub-window unfolds. */
  readonly zoomed: CommgramSession | null;
  readonly settings: CommgramSettings;
  readonly phases: number;
  readonly communities: number;
  readonly commgram: Commgram;
}

/** The run cut into the phases and communities that the settings ask for, or that Weft suggests; null while it is made. */
export function useCommgramCut({
  data,
  options,
}: Pick<ViewProps<CommgramNeeds>, 'data' | 'options'>): CommgramCut | null {
  const asked = useMemo(() => readSettings(options), [options]);
  const frames = data.exact ?? data.model;
  const session = useMemo(
    () => createCommgramSession(modelOfFrames(frames), asked.weight, asked.clustering),
    [frames, asked.weight, asked.clustering],
  );
  const zoomed = useMemo(
    () =>
      data.zoomed ? createCommgramSession(modelOfFrames(data.zoomed), asked.weight, asked.clustering) : null,
    [data.zoomed, asked.weight, asked.clustering],
  );
  const { model } = session;
  const settings = useMemo(
    () => ({ ...asked, communities: asked.communities || suggestCommunities(model.ranks) }),
    [asked, model.ranks],
  );
  const suggested = useMemo(() => suggestPhases(model), [model]);
  const phases = settings.phases || suggested;
  const communities = Math.min(settings.communities, Math.max(1, model.ranks));
  const commgram = useCut(session, {
    phases,
    communities: Math.min(communities, MOST_FOR_CURVE),
    heights: settings.curve,
  });
  return commgram && { model, zoomed, settings, phases, communities, commgram };
}
