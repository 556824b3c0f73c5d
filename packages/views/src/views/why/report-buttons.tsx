import type { WhyReport } from '@weft/cause';
import { useState } from 'preact/hooks';

/** The report as markdown for the clipboard, and as one HTML file. */
export function ReportButtons({ report }: { report: WhyReport }) {
  const [note, setNote] = useState('');
  const copy = () =>
    navigator.clipboard.writeText(report.markdown).then(
      () => setNote('Copied'),
      () => setNote('The browser does not allow copying here'),
    );
  return (
    <div class="why-actions">
      <button type="button" onClick={copy}>
        Copy report
      </button>
      <button type="button" onClick={() => save(report.html)}>
        Save report
      </button>
      <output class="why-note">{note}</output>
    </div>
  );
}

function save(html: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([html], { type: 'text/html' }));
  link.download = 'why.html';
  link.click();
  setTimeout(URL.revokeObjectURL, 60_000, link.href);
}
