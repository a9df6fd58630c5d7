import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The districts of the features, from low to high, the same in contract, server and console (`features/<district>/<feature>`). A feature imports from its
 * own district and those below it. What a page puts together may come from any (docs/architecture.md).
 */
export const districts = [
  {
    name: 'base',
    about: 'what every other district stands on: access, tenants, files, areas, menus, settings, messages to accounts',
  },
  { name: 'people', about: 'companies, their accounts, roles and sessions, customers' },
  { name: 'sites', about: 'projects and what belongs to a place: plans, documents, sign-in addresses, whom to call' },
  { name: 'alarms', about: 'alarms and faults, their types, the desk, calls, notes, and what waits to be notified of' },
  { name: 'equipment', about: 'gateways and devices, their models, codes, commands, firmware, rules that link them, trace' },
  { name: 'orders', about: 'the four kinds of order, plans, checklists, feedback, repairs of faults' },
  {
    name: 'notify',
    about: 'who is notified when and how: rules, engine, providers, duty, message tasks and templates, test alarms',
  },
  { name: 'ingest', about: 'from a report on the wire to rows: receiving, decoding, batches, presence' },
  { name: 'partners', about: 'the open platform: keys, endpoints, pushes' },
  { name: 'overview', about: 'what is read across the others: home, statistics, wall, search, dossiers, the first steps' },
  { name: 'system', about: 'the house itself: logs, activity, live events, hand-over' },
] as const

/** The place of a district in the order, or -1. */
export const rankOf = (district: string): number => districts.findIndex(({ name }) => name === district)

const packages = join(import.meta.dirname, '..', 'packages')
const width = 1_040
const line = { name: 22, text: 18 }
const margin = 16
const textX = 180
/** Characters that fit beside the name. */
const charsPerLine = 118

const featuresOf = (district: string): string[] => {
  const names = ['contract', 'server', 'web'].flatMap((name) => {
    const folder = join(packages, name, 'src', 'features', district)
    try {
      return readdirSync(folder)
    } catch {
      return []
    }
  })
  return [...new Set(names)].sort()
}

const wrapped = (words: readonly string[], separator: string): string[] => {
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + separator.length + word.length <= charsPerLine)
      lines[lines.length - 1] = last + separator + word
    else lines.push(word)
  }
  return lines
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** The districts as floors, the lowest at the bottom, each with its features, as an SVG. */
export const drawDistricts = (): string => {
  const floors = districts.toReversed().map(({ name, about }) => {
    const aboutLines = wrapped(about.split(' '), ' ')
    const features = wrapped(featuresOf(name), ' · ')
    return { name, aboutLines, features, height: line.name + (aboutLines.length - 1 + features.length) * line.text + 12 }
  })
  const parts: string[] = []
  let y = margin
  for (const { name, aboutLines, features, height } of floors) {
    parts.push(`<rect x="${margin}" y="${y}" width="${width - 2 * margin}" height="${height}" rx="6" class="floor"/>`)
    parts.push(`<text x="${margin + 16}" y="${y + 22}" class="name">${name}</text>`)
    for (const [index, text] of [...aboutLines, ...features].entries())
      parts.push(
        `<text x="${textX}" y="${y + 22 + index * line.text}" class="${index < aboutLines.length ? 'about' : 'features'}">${escaped(text)}</text>`,
      )
    y += height + 6
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y + margin - 6}" role="img" aria-label="The districts of the features, the lowest at the bottom">
<style>
svg { background: #fff; font-family: system-ui, sans-serif; }
.floor { fill: #f4f6f8; stroke: #c9d1d9; }
.name { font-size: 16px; font-weight: 600; fill: #1f2328; }
.about { font-size: 13px; fill: #1f2328; }
.features { font-size: 12px; fill: #59636e; }
</style>
${parts.join('\n')}
</svg>
`
}
