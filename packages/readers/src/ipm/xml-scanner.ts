import { WeftError } from '@weft/model';

export interface XmlHandler {
  open(name: string, attributes: string, offset: number): void;
  /** Text since the last tag, trimmed. */
  close(name: string, text: string, offset: number): void;
}

/** A tag longer than this is damage, not XML. */
const MOST_TAG_CHARACTERS = 1 << 20;

/** Elements whose text is logged as it is, with any `<` in it. */
const UNESCAPED = new Set(['cmdline', 'env']);

/** The small part of XML that logs use: elements, attributes, text; comments and declarations are passed over. */
export class XmlScanner {
  private readonly handler: XmlHandler;
  private readonly file: string;
  private rest = '';
  /** Characters before `rest`. */
  private offset = 0;
  private text = '';
  private readonly stack: string[] = [];

  constructor(file: string, handler: XmlHandler) {
    this.file = file;
    this.handler = handler;
  }

  feed(chunk: string): void {
    const input = this.rest + chunk;
    let at = 0;
    for (;;) {
      const raw = UNESCAPED.has(this.stack.at(-1) ?? '') ? `</${this.stack.at(-1)}` : '';
      const open = raw ? input.indexOf(raw, at) : tagStart(input, at);
      if (open < 0) {
        const stop = Math.max(at, input.length - raw.length);
        this.addText(input.slice(at, stop));
        at = stop;
        break;
      }
      const end = tagEnd(input, open);
      if (end < 0) {
        if (input.length - open > MOST_TAG_CHARACTERS)
          throw this.fault('a tag has no end', this.offset + open);
        this.addText(input.slice(at, open));
        at = open;
        break;
      }
      this.addText(input.slice(at, open));
      this.tag(input.slice(open + 1, end), this.offset + open);
      at = end + 1;
    }
    this.rest = input.slice(at);
    this.offset += at;
  }

  end(): void {
    const open = this.stack.at(-1);
    if (this.rest.trim() === '' && open === undefined) return;
    throw this.fault(`the log ends inside <${open ?? this.rest.slice(0, 20)}>`, this.offset, 'TRUNCATED');
  }

  private addText(text: string): void {
    if (this.text.length < MOST_TAG_CHARACTERS) this.text += text;
  }

  private tag(content: string, offset: number): void {
    if (content.startsWith('?') || content.startsWith('!')) return;
    if (content.startsWith('/')) {
      const name = content.slice(1).trim();
      if (this.stack.pop() !== name) throw this.fault(`</${name}> closes nothing`, offset);
      this.handler.close(name, this.text.trim(), offset);
      this.text = '';
      return;
    }
    const closed = content.endsWith('/');
    const space = content.search(/[\s/]/);
    const name = space < 0 ? content : content.slice(0, space);
    if (!/^[\w.:-]+$/.test(name)) throw this.fault(`"${name.slice(0, 20)}" is no element`, offset);
    this.handler.open(name, content, offset);
    this.text = '';
    if (closed) this.handler.close(name, '', offset);
    else this.stack.push(name);
  }

  private fault(message: string, offset: number, code = 'BAD-XML'): WeftError {
    return new WeftError({
      code,
      message,
      file: this.file,
      offset,
      record: this.stack.at(-1) ?? 'document',
      advice: 'Import the readable rest with --keep-going.',
    });
  }
}

/** The next `<` that can open a tag; one before anything else than a name is text. */
function tagStart(input: string, from: number): number {
  let at = input.indexOf('<', from);
  while (at >= 0 && at + 1 < input.length && !/[A-Za-z_/!?]/.test(input[at + 1])) {
    at = input.indexOf('<', at + 1);
  }
  return at;
}

function tagEnd(input: string, open: number): number {
  if (input.startsWith('<!--', open)) {
    const end = input.indexOf('-->', open + 4);
    return end < 0 ? -1 : end + 2;
  }
  return input.indexOf('>', open);
}

/** The value of an attribute of a tag, or null. */
export function attribute(tag: string, name: string): string | null {
  const at = tag.indexOf(` ${name}="`);
  if (at < 0) return otherwiseQuoted(tag, name);
  const from = at + name.length + 3;
  const end = tag.indexOf('"', from);
  return end < 0 ? null : unescapeXml(tag.slice(from, end));
}

/** As XML also allows it: single quotes, room around the equals sign, any white space before the name. */
function otherwiseQuoted(tag: string, name: string): string | null {
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag);
  return match ? unescapeXml(match[1] ?? match[2]) : null;
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

export function unescapeXml(text: string): string {
  return text.includes('&')
    ? text.replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)
    : text;
}
