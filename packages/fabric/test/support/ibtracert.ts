export interface TracedPair {
  readonly from: number;
  readonly to: number;
  readonly status: 'ok' | 'no-route';
  /** `out port > in port of node`, from the first hop. */
  readonly hops: readonly string[];
}

/** Blocks `# ibtracert SLID DLID` and what the tool printed. */
export function parseIbtracert(text: string): TracedPair[] {
  return text
    .split(/^# ibtracert /m)
    .slice(1)
    .map((block) => {
      const [from, to] = block.split(/\s+/, 2).map(Number);
      const hops = [
        ...block.matchAll(/^\[(\d+)\] -> (\w+) port \{0x([0-9a-f]+)\}\[(\d+)\] lid (\d+)-/gm),
      ].map(([, out, , , into, lid]) => `${out} > ${into} of ${lid}`);
      return { from, to, status: block.includes('\nTo ') ? 'ok' : 'no-route', hops };
    });
}
