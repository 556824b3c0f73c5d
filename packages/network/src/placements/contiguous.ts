import { dealOut, freeHosts, type Placement } from '../placement.ts';

export const contiguous: Placement = {
  name: 'contiguous',
  title: 'Free hosts in order',
  place: (sizes, network, free) => dealOut(sizes, freeHosts(network, free)),
};
