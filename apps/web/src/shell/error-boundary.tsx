import { type ErrorFacts, errorFacts } from '@weft/model';
import { Component, type ComponentChildren } from 'preact';
import { Failure } from './status.tsx';

/** A view that throws while it renders shows its error in its own panel; the others live on. */
export class ErrorBoundary extends Component<{ children: ComponentChildren }, { error: ErrorFacts | null }> {
  override state: { error: ErrorFacts | null } = { error: null };

  static override getDerivedStateFromError(error: unknown) {
    const facts = errorFacts(error);
    return { error: facts.code === 'INTERNAL' ? { ...facts, code: 'VIEW-FAILED' } : facts };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return <Failure error={error} onRetry={() => this.setState({ error: null })} />;
  }
}
