import type { Answer, CounterTest } from '../answer.ts';
import { answerTitle, SHARE_HEADER, shareCells, TEST_HEADER, testCells } from './answer-title.ts';

const BAR_WIDTH = 320;
const STYLE = `
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1c2330; background: #fff; }
table { border-collapse: collapse; margin: 1rem 0; } td, th { padding: .2rem .7rem; text-align: left; border-bottom: 1px solid #dde2ea; }
td:nth-child(n+2) { text-align: right; font-variant-numeric: tabular-nums; } .verdict { font-weight: 600; }
svg { display: block; }`;

/** One file that needs no other. */
export function answerHtml(answer: Answer): string {
  const { text, shares, tests, untested, verdict } = answer;
  const title = escapeHtml(answerTitle(answer));
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style></head><body>`,
    `<p>${escapeHtml(text[0] ?? '')}</p>`,
    `<h1>${title}</h1>`,
    `<p class="verdict">${verdict.kind} (${verdict.confidence})</p>`,
    `<ul>${text
      .slice(1)
      .map((sentence) => `<li>${escapeHtml(sentence)}</li>`)
      .join('')}</ul>`,
    '<h2>Shares</h2>',
    sharePicture(answer),
    htmlTable(
      SHARE_HEADER,
      shares.map((share) => shareCells(answer, share)),
    ),
    ...(tests.length > 0
      ? [
          '<h2>Tests</h2>',
          ...tests.map((test) => testPicture(test, answer)),
          htmlTable(
            TEST_HEADER,
            tests.map((test) => testCells(answer, test)),
          ),
        ]
      : []),
    ...(untested.length > 0
      ? ['<h2>Untested</h2>', `<ul>${untested.map((what) => `<li>${escapeHtml(what)}</li>`).join('')}</ul>`]
      : []),
    '</body></html>',
    '',
  ].join('\n');
}

const COLOURS = ['#3b6fb6', '#c8553d', '#4f9d69', '#8b6bb1', '#c99a2e', '#5aa5b8', '#9a5b6e', '#7a7f8c'];

function sharePicture({ shares, target }: Answer): string {
  const whole = Math.max(
    target.value,
    shares.reduce((sum, { value }) => sum + Math.max(0, value), 0),
    1,
  );
  let x = 0;
  const parts = shares.map(({ cause, value }, at) => {
    const width = (2 * BAR_WIDTH * Math.max(0, value)) / whole;
    const part = `<rect x="${x.toFixed(1)}" y="0" width="${width.toFixed(1)}" height="22" fill="${COLOURS[at % COLOURS.length]}"><title>${escapeHtml(cause)}</title></rect>`;
    x += width;
    return part;
  });
  return `<svg width="${2 * BAR_WIDTH}" height="22" role="img" aria-label="shares">${parts.join('')}</svg>`;
}

/** Before above, after below, on one scale for all tests. */
function testPicture({ change, before, after }: CounterTest, { tests }: Answer): string {
  const most = Math.max(1, ...tests.flatMap((test) => [test.before, test.after]));
  const width = (value: number) => ((BAR_WIDTH * Math.max(0, value)) / most).toFixed(1);
  return (
    `<svg width="${BAR_WIDTH + 340}" height="30" role="img" aria-label="${escapeHtml(change)}">` +
    `<rect x="0" y="2" width="${width(before)}" height="11" fill="#9aa4b5"/><rect x="0" y="15" width="${width(after)}" height="11" fill="#3b6fb6"/>` +
    `<text x="${BAR_WIDTH + 8}" y="19" font-size="13">${escapeHtml(change)}</text></svg>`
  );
}

function htmlTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = header.map((cell) => `<th>${escapeHtml(cell)}</th>`).join('');
  const body = rows
    .map((row) => `<tr>${row.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`)
    .join('');
  return `<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
