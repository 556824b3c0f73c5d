import type { ErrorFacts } from '@weft/model';

/** An error for somebody who opened an address in a browser: what is wrong, and what to do about it. */
export function refusalPage({ code, message, advice }: ErrorFacts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Weft: ${escapeText(code)}</title>
</head>
<body>
<h1>Weft does not answer here</h1>
<p>${escapeText(sentence(message))}</p>
${advice ? `<p>${escapeText(advice)}</p>` : ''}
<p><small>${escapeText(code)}</small></p>
</body>
</html>
`;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]);
}
