import type { Evaluation } from '@weft/analysis';
import { alignColumns } from '../align-columns.ts';

export function formatEvaluation(evaluation: Evaluation): string {
  const { runs, alone, accuracy, falseAlarms, impostorsRefused, strangersRefused, confusion } = evaluation;
  const wrong = [...confusion].flatMap(([code, row]) =>
    [...row].flatMap(([found, count]) => (found === code ? [] : [[`  ${code}`, found, String(count)]])),
  );
  const rows = [...confusion].map(([code, row]) => {
    const all = [...row.values()].reduce((sum, count) => sum + count, 0);
    return [`  ${code}`, String(row.get(code) ?? 0), String(all)];
  });
  return [
    `${runs} runs${alone > 0 ? `, ${alone} of them the only one of their code and not judged` : ''}`,
    `named rightly                       ${percent(accuracy)}`,
    `true claims refused (false alarms)  ${percent(falseAlarms)}`,
    `false claims refused                ${percent(impostorsRefused)}`,
    `  where no run of the true code is known  ${percent(strangersRefused)}`,
    '',
    ...alignColumns([['code', 'right', 'runs'], ...rows], [1, 2]),
    ...(wrong.length > 0 ? ['', ...alignColumns([['named wrongly', 'as', 'runs'], ...wrong], [2])] : []),
  ].join('\n');
}

export function evaluationJson({ confusion, ...figures }: Evaluation): object {
  return {
    ...figures,
    confusion: Object.fromEntries([...confusion].map(([code, row]) => [code, Object.fromEntries(row)])),
  };
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
