import type { EnumValue } from '../../../enums.ts'
import { compareVersions, follows } from '../../../kernel/rules.ts'

/** The part of an edition that decides which upgrades it allows. */
export interface RouteEdition {
  readonly id: number
  readonly version: string
  readonly package: EnumValue<'firmwarePackage'>
  /** A full edition upgrades from this version or a newer one (null: from any), a delta from exactly this one. */
  readonly initialVersion: string | null
  /** Empty: for every hardware revision. */
  readonly hardware: string
  readonly state: EnumValue<'firmwareState'>
}

/** Whether the edition may still be sent to devices. */
export const isOffered = ({ state }: { readonly state: EnumValue<'firmwareState'> }): boolean => state === 'released'

/** Whether an edition suits a hardware revision. For a device with unknown revision, only editions for all revisions are known to suit. */
export const fitsHardware = ({ hardware }: Pick<RouteEdition, 'hardware'>, revision: string | null): boolean =>
  hardware === '' || (revision !== null && hardware.toLowerCase() === revision.trim().toLowerCase())

/**
 * Whether an edition can be installed over a version. Null: the installed version is unknown, so only an edition that upgrades
 * from any version fits.
 */
export const goesOver = (edition: Pick<RouteEdition, 'package' | 'initialVersion'>, current: string | null): boolean => {
  const { initialVersion } = edition
  if (initialVersion === null) return edition.package === 'full'
  if (current === null) return false
  const difference = compareVersions(current, initialVersion)
  return edition.package === 'delta' ? difference === 0 : difference >= 0
}

export interface RouteOptions {
  /** Steps to an older version are allowed too. */
  readonly allowDowngrade: boolean
}

/** Preference among editions for the same step: first the one for exactly this hardware, then the smaller delta; the newest version first. */
const preferred = (a: RouteEdition, b: RouteEdition): number =>
  Number(a.hardware === '') - Number(b.hardware === '') ||
  Number(a.package === 'full') - Number(b.package === 'full') ||
  compareVersions(b.version, a.version) ||
  a.id - b.id

/** A version as a comparable value, regardless of leading zeros: 1.2.003 equals 1.2.3. */
const canonical = (version: string): string => version.split('.').map(Number).join('.')

/**
 * The shortest sequence of editions that brings a device from one version to another. Empty: it is already there. Null: there is
 * no route. `editions` must be those of its model and hardware (`fitsHardware`); only those still offered are used. A device with
 * an unknown version (null, or not a version at all) may have a newer one: it gets nothing unless downgrades are allowed.
 */
export const planRoute = <E extends RouteEdition>(
  editions: readonly E[],
  current: string | null,
  target: string,
  { allowDowngrade }: RouteOptions,
): E[] | null => {
  const from = current !== null && follows('version', current) ? current : null
  if (from === null && !allowDowngrade) return null
  if (from !== null && compareVersions(from, target) === 0) return []
  const usable = editions.filter(isOffered).toSorted(preferred)
  // Breadth first: the first route to reach the target has the fewest steps. A version already reached is not visited again.
  const reached = new Set(from === null ? [] : [canonical(from)])
  let ends: readonly { readonly version: string | null; readonly steps: readonly E[] }[] = [{ version: from, steps: [] }]
  while (ends.length > 0) {
    const next: { version: string; steps: E[] }[] = []
    for (const { version, steps } of ends)
      for (const edition of usable) {
        const isBack = version !== null && compareVersions(edition.version, version) < 0
        if (reached.has(canonical(edition.version)) || (isBack && !allowDowngrade) || !goesOver(edition, version)) continue
        const longer = [...steps, edition]
        if (compareVersions(edition.version, target) === 0) return longer
        reached.add(canonical(edition.version))
        next.push({ version: edition.version, steps: longer })
      }
    ends = next
  }
  return null
}
