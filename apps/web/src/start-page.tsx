import { requestDraw } from '@weft/views';
import { options, render } from 'preact';
import { type AnyView, createPage, showNotice } from './page/page.ts';
import { App } from './shell/app.tsx';
import './styles/index.css';

/** Draws the page with these views into the element. */
export function startPage(element: HTMLElement, views: readonly AnyView[]): void {
  const page = createPage(views);
  // Components render in the page's one animation frame.
  options.debounceRendering = requestDraw;
  addEventListener('error', (event) => showNotice(page, `Something failed: ${event.message}`));
  addEventListener('unhandledrejection', (event) => {
    showNotice(
      page,
      `Something failed: ${event.reason instanceof Error ? event.reason.message : event.reason}`,
    );
  });
  render(<App page={page} />, element);
}
