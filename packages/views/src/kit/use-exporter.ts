import { type DrawPicture, drawSvg } from '@weft/draw';
import { useEffect } from 'preact/hooks';
import type { ViewExporter } from '../view.ts';
import { exportPng } from './export-picture.ts';

/** Lets the panel's menu export what is on screen: the same drawing as SVG and PNG, the numbers as CSV. */
export function useExporter(
  exporter: ViewExporter,
  picture: {
    readonly title: string;
    readonly width: number;
    readonly height: number;
    readonly draw: DrawPicture;
  },
  csv: () => string,
): void {
  const { title, width, height, draw } = picture;
  useEffect(() => {
    exporter.svg = () => drawSvg(width, height, title, draw);
    exporter.png = () => exportPng(width, height, draw);
    exporter.csv = csv;
  }, [exporter, title, width, height, draw, csv]);
}
