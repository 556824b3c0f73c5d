import type { Selection } from '@weft/model';
import type { LinkGroup } from '../../kit/link-groups.ts';

/** A click keeps this class and direction alone, or drops them where they are kept already; shift adds them to those kept. */
export function pickGroup(
  selection: Pick<Selection, 'classes' | 'directions'>,
  group: LinkGroup,
  add: boolean,
): Pick<Selection, 'classes' | 'directions'> {
  const classes = group.class === null ? [] : [group.class];
  const directions = group.direction === null ? [] : [group.direction];
  if (add) {
    return {
      classes: [...new Set([...selection.classes, ...classes])],
      directions: [...new Set([...selection.directions, ...directions])],
    };
  }
  const same =
    selection.classes.join() === classes.join() && selection.directions.join() === directions.join();
  return same ? { classes: [], directions: [] } : { classes, directions };
}
