import { writeFile } from 'node:fs/promises';
import { type Commgram, phaseRibbons } from '@weft/analysis';
import { commgramStyle, commgramSvg, pictureArea, ribbonColours, sizeDomain } from '@weft/draw';
import { commgramGeometry, commgramShapes } from '@weft/layout';

const SIZE = { width: 1400, height: 700 } as const;

/** The picture of the page, on paper: ribbons and curve. */
export async function writeCommgramSvg(
  result: Commgram,
  title: string,
  file: string,
  illustrative: boolean,
): Promise<void> {
  await writeFile(file, svgOfCommgram(result, title, illustrative));
}

function svgOfCommgram(
  { phases, heights, differences, patterns }: Commgram,
  title: string,
  illustrative: boolean,
): string {
  const { shapes, moves } = commgramShapes(
    phases.map((phase) => ({
      labels: phase.labels,
      positions: phase.picture.order.positions,
      ribbons: phaseRibbons(phase),
    })),
  );
  const area = pictureArea(SIZE.width, SIZE.height);
  const geometry = commgramGeometry(shapes, heights, moves, { area, lift: 0.4, waviness: 0, widthScale: 1 });
  const domain = sizeDomain(geometry.ribbons.bytes);
  return commgramSvg(
    {
      ...SIZE,
      geometry,
      parts: 'both',
      illustrative,
      facts: {
        names: phases.map((_, at) => `t${at}`),
        patterns: patterns.names,
        sections: patterns.sections,
        period: patterns.period,
        outliers: patterns.patterns.length > 0 ? patterns.outliers : [],
        differences,
      },
      colours: ribbonColours({ map: 'cividis', theme: 'light', domain }),
      barColours: null,
      ribbonPlaces: null,
      style: commgramStyle('light'),
      patternRow: true,
      band: [],
      axisTitle: 'phase',
    },
    title,
  );
}
