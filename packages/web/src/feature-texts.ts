import type { ResourceKey } from 'i18next'

/** Each feature has its texts in `<feature>.<language>.ts`. */
export const featureTexts = import.meta.glob<ResourceKey>('./features/*/*.{zh,en}.ts', { import: 'texts' })
