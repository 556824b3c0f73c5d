import { WeftError } from '@weft/model';
import type { OfferedStudy } from '@weft/server';
import type { Command } from 'commander';
import { ownImports } from '../imports/own-datasets.ts';
import { createProgressBar } from '../progress-bar.ts';
import { addServeFlags, runServer, type ServeFlags } from '../run-server.ts';
import { cancelOnSignals } from '../stop-signals.ts';
import { isGenerated, studyCatalog } from '../studies/study-catalog.ts';

const EXAMPLES = `
Examples:
  weft demo                    the gallery of studies; the first one is generated when it is not there yet
  weft demo pipeline-432       opens one study
  weft demo --list             names them

Studies are kept in ~/.local/share/weft, or in $WEFT_HOME.`;

type Flags = ServeFlags & { readonly list?: boolean };

export function addDemo(program: Command): void {
  addServeFlags(program.command('demo'))
    .description('Show the case studies in the browser.')
    .argument('[study]', 'open this study')
    .option('--list', 'list the studies and stop')
    .addHelpText('after', EXAMPLES)
    .action(async (name: string | undefined, flags: Flags) => {
      const studies = studyCatalog();
      if (flags.list) return printStudies(studies, flags.json ?? false);
      const first = name === undefined ? studies[0] : findStudy(studies, name);
      await ensureGenerated(first);
      await runServer(
        { datasets: ownImports(), studies },
        flags,
        name === undefined ? '' : `#/d/${first.id}`,
      );
    });
}

function printStudies(studies: readonly OfferedStudy[], json: boolean): void {
  const rows = studies.map((study) => ({ id: study.id, title: study.title, generated: isGenerated(study) }));
  if (json) console.log(JSON.stringify(rows));
  else
    for (const { id, title, generated } of rows)
      console.log(`${generated ? '*' : ' '} ${id.padEnd(24)} ${title}`);
}

function findStudy(studies: readonly OfferedStudy[], id: string): OfferedStudy {
  const study = studies.find((candidate) => candidate.id === id);
  if (study) return study;
  throw new WeftError({
    code: 'UNKNOWN-STUDY',
    message: `no study is called ${id}`,
    advice: `There are ${studies.map((candidate) => candidate.id).join(', ')}.`,
  });
}

/** With a progress bar; a signal leaves nothing half-written. */
async function ensureGenerated(study: OfferedStudy): Promise<void> {
  if (isGenerated(study)) return;
  console.error(`Generating the study «${study.title}» …`);
  const bar = createProgressBar();
  try {
    await cancelOnSignals('the study', (signal) => study.generate({ signal, onProgress: bar.update }));
  } finally {
    bar.end();
  }
}
