/**
 * Sizes, corners, shadows and motion of the console and the phone page; docs/design.md shows them. Colours are in palette.ts.
 * `startTheme` writes them as `--ew-font-body` and so on, and tokens.test.ts refuses any other in a style sheet. Spacing has no
 * names: it is a multiple of 4 px, on a grid of 8.
 */
export const fontSizes = {
  small: 12,
  body: 14,
  large: 16,
  title: 20,
  figure: 28,
} as const

export const radii = {
  small: 4,
  card: 8,
  large: 12,
  round: 999,
} as const

/** How long anything moves, in milliseconds. With `prefers-reduced-motion`, nothing does. */
export const motion = 150

/** The same in both themes: paper under a QR code or a signature, ink on it, a count of fires, and what lifts a layer off the page. */
const fixed = {
  paper: '#ffffff',
  ink: '#10161d',
  'fire-solid': '#bf1219',
  'shadow-low': '0 1px 4px rgb(0 0 0 / 30%)',
  'shadow-high': '0 6px 20px rgb(0 0 0 / 20%)',
  'shadow-edge': 'rgb(0 0 0 / 14%)',
  veil: 'rgb(0 0 0 / 50%)',
}

/** In rem, so that they follow the text size that a person chose in the browser. */
const rem = (pixels: number) => `${pixels / 16}rem`

export const tokens: Record<string, string> = {
  ...Object.fromEntries(Object.entries(fontSizes).map(([name, size]) => [`font-${name}`, rem(size)])),
  ...Object.fromEntries(Object.entries(radii).map(([name, size]) => [`radius-${name}`, `${size}px`])),
  ...fixed,
}
