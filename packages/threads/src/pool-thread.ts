/** A thread or a process of its own, as a pool sees it. */
export interface PoolThread {
  /** The process, where it is one of its own. */
  readonly pid?: number;
  listen<T>(events: ThreadEvents<T>): void;
  post(message: unknown): void;
  /** Ends it whatever it is doing. */
  end(): Promise<void>;
}

interface ThreadEvents<T> {
  readonly onMessage: (message: T) => void;
  readonly onError: (error: Error) => void;
  readonly onExit: (code: number | null) => void;
}
