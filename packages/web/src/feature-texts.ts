import type { ResourceKey } from 'i18next'

const files = import.meta.glob<ResourceKey>('./features/*/*/*.{zh,en}.ts', { import: 'texts' })

/** The texts of the features by file name: `alarm.zh`. */
export const featureTexts = Object.fromEntries(
  Object.entries(files).map(([path, load]) => [path.slice(path.lastIndexOf('/') + 1, -'.ts'.length), load]),
)
