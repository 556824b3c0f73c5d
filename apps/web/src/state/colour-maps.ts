/** Names a view understands, with a few of their colours for the swatch in the bar. */
export const colourMaps = [
  { name: 'cividis', title: 'Cividis', stops: ['#00224e', '#414d6b', '#7c7b78', '#bcaf6f', '#fee838'] },
  { name: 'viridis', title: 'Viridis', stops: ['#440154', '#3b528b', '#21918c', '#5ec962', '#fde725'] },
  { name: 'magma', title: 'Magma', stops: ['#000004', '#51127c', '#b73779', '#fc8961', '#fcfdbf'] },
  { name: 'green', title: 'Green', stops: ['#e6f4e6', '#4cae62', '#003d1a'] },
  { name: 'orange', title: 'Orange', stops: ['#fdeedd', '#f08a32', '#5f2301'] },
  { name: 'purple', title: 'Purple', stops: ['#efedf6', '#9088c2', '#350a6e'] },
  { name: 'magenta', title: 'Magenta', stops: ['#fbe9f2', '#dd67a7', '#560038'] },
] as const;

export const DEFAULT_COLOURS = 'cividis';

export function knownColours(name: string | null): string {
  return colourMaps.find((map) => map.name === name)?.name ?? DEFAULT_COLOURS;
}
