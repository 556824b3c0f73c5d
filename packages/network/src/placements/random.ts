import { shuffle } from '@weft/model';
import { dealOut, freeHosts, type Placement } from '../placement.ts';

export const randomPlacement: Placement = {
  name: 'random',
  title: 'Any free hosts, in any order',
  place: (sizes, network, free, random) => dealOut(sizes, shuffle([...freeHosts(network, free)], random)),
};
