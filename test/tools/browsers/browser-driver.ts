/** A browser of another maker, driven by scripts in its page. */
export interface BrowserDriver {
  goTo(url: string): Promise<void>;
  /** Runs the body of a function in the page and gives what it returns. */
  run<T>(body: string): Promise<T>;
  /** A picture of the page, as PNG. */
  picture(): Promise<Buffer>;
  close(): Promise<void>;
}
