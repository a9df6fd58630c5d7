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
