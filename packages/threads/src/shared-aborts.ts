interface SharedAbort {
  readonly listeners: Set<() => void>;
  readonly tellAll: () => void;
}

/** One listener of a signal for all that wait for it: each further one of the signal's own would take longer to add. */
export class SharedAborts {
  private readonly bySignal = new Map<AbortSignal, SharedAbort>();

  add(signal: AbortSignal, listener: () => void): void {
    const { listeners } = this.bySignal.get(signal) ?? this.listenTo(signal);
    listeners.add(listener);
  }

  remove(signal: AbortSignal, listener: () => void): void {
    const shared = this.bySignal.get(signal);
    if (!shared?.listeners.delete(listener) || shared.listeners.size > 0) return;
    this.bySignal.delete(signal);
    signal.removeEventListener('abort', shared.tellAll);
  }

  private listenTo(signal: AbortSignal): SharedAbort {
    const listeners = new Set<() => void>();
    const tellAll = () => {
      for (const listener of [...listeners]) listener();
    };
    const shared = { listeners, tellAll };
    this.bySignal.set(signal, shared);
    signal.addEventListener('abort', tellAll);
    return shared;
  }
}
