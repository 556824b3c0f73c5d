export function lookForChromium(): string | null;
export function findChromium(): string;
export function ensureChromium(): string;
