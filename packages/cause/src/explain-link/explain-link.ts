import type { WorkContext } from '@weft/model';
import { vertexName } from '@weft/network';
import type { Answer } from '../answer.ts';
import type { LinkEvidence } from '../link/link-evidence.ts';
import { linkSuspects } from '../link-suspects/link-suspects.ts';
import { judgeLink, type TestedSuspect } from './judge-link.ts';
import { sayLink } from './say-link.ts';

interface ExplainLimits extends WorkContext {
  /** Seconds after which no further test begins. */
  readonly limit?: number;
  /** Milliseconds; the clock of the caller. */
  readonly now?: () => number;
}

/** Tests every suspect of a link, and says what filled it. A test that is cancelled keeps those before it. */
export async function explainLink(evidence: LinkEvidence, limits: ExplainLimits = {}): Promise<Answer> {
  const { limit = Number.POSITIVE_INFINITY, now = () => performance.now(), signal, onProgress } = limits;
  const started = now();
  const { suspects: wanted, untested } = linkSuspects(evidence);
  const tested: TestedSuspect[] = [];
  const left: string[] = [];
  for (const [done, suspect] of wanted.entries()) {
    onProgress?.({ label: suspect.change, done, total: wanted.length, unit: 'steps' });
    await new Promise((resume) => setTimeout(resume, 0));
    if (signal?.aborted) left.push(`${suspect.change}: cancelled`);
    else if (now() - started > 1000 * limit) left.push(`${suspect.change}: beyond the limit of ${limit} s`);
    else tested.push({ suspect, test: suspect.test() });
  }
  const seconds = (now() - started) / 1000;
  return linkAnswer(
    evidence,
    tested,
    { complete: left.length === 0, untested: [...untested, ...left] },
    seconds,
  );
}

/** The answer to what has been tested so far. */
export function linkAnswer(
  evidence: LinkEvidence,
  tested: readonly TestedSuspect[],
  { complete, untested }: { readonly complete: boolean; readonly untested: readonly string[] },
  seconds: number,
): Answer {
  const { network, link, shares, jobName, windows } = evidence;
  const verdict = judgeLink(evidence, tested, complete);
  const tests = tested.map(({ test }) => test);
  return {
    question: {
      link,
      from: vertexName(network, network.links.src[link]),
      to: vertexName(network, network.links.dst[link]),
    },
    target: { value: shares.reduce((sum, { bytes }) => sum + bytes, 0), unit: 'B' },
    verdict,
    shares: shares.map(({ job, bytes, low, high }) => ({
      cause: job === null ? 'unexplained' : jobName(job),
      value: bytes,
      ...(windows > 0 && job !== null ? { low, high } : {}),
    })),
    tests,
    untested,
    text: sayLink(evidence, verdict, tests),
    seconds,
  };
}
