import { type RenderTarget, shortCall, type ThemeColours } from '@weft/draw';
import { isRank, type ProfileTable, profileNumbers } from './profile-rows.ts';
import { cellText, columnTitles, columnTop } from './profile-text.ts';

interface ProfilePicture {
  readonly table: ProfileTable;
  readonly order: Int32Array;
  readonly callColours: ReadonlyMap<string, string>;
  readonly colours: ThemeColours;
  readonly width: number;
}

const ROW = 20;
const NAME = 180;
const MOST_ROWS = 400;

export function pictureHeight({ order }: Pick<ProfilePicture, 'order'>): number {
  return ROW * (Math.min(order.length, MOST_ROWS) + 1) + 16;
}

/** The table as a picture, for export. */
export function drawProfile(target: RenderTarget, picture: ProfilePicture): void {
  const { table, order, colours, width } = picture;
  const columns = profileNumbers.filter((key) => !table.values[key].every(Number.isNaN));
  const track = (width - NAME - 16) / columns.length;
  target.rect(0, 0, width, pictureHeight(picture), { fill: colours.background });
  columns.forEach((key, column) => {
    const right = NAME + (column + 1) * track;
    target.text(right, 18, columnTitles[key], { fill: colours.muted, align: 'end', weight: 'bold' });
  });
  order.subarray(0, MOST_ROWS).forEach((row, place) => {
    const y = ROW * (place + 1) + 8;
    drawName(target, picture, row, y);
    columns.forEach((key, column) => {
      const right = NAME + (column + 1) * track;
      const share = table.values[key][row] / columnTop(table, key, row);
      if (share > 0) {
        const length = share * (track - 12);
        target.rect(right - length, y + 2, length, ROW - 5, { fill: colours.hairline });
      }
      target.text(right - 2, y + 14, cellText(table, key, row), { fill: colours.ink, align: 'end' });
    });
  });
}

function drawName(
  target: RenderTarget,
  { table, callColours, colours }: ProfilePicture,
  row: number,
  y: number,
) {
  const name = table.names[row];
  const member = row >= table.groups;
  const left = member ? 24 : 8;
  const fill = member ? colours.muted : colours.ink;
  if (isRank(table, row)) {
    target.text(left + 12, y + 14, name, { fill });
    return;
  }
  target.rect(left, y + 5, 10, 10, { fill: callColours.get(name) ?? colours.faded });
  target.text(left + 16, y + 14, shortCall(name), { fill });
}
