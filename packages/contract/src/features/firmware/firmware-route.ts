import type { EnumValue } from '../../kernel/enums.ts'
import { compareVersions, follows } from '../../kernel/rules.ts'

/** What of an edition decides where it leads. */
export interface RouteEdition {
  readonly id: number
  readonly version: string
  readonly package: EnumValue<'firmwarePackage'>
  /** A full edition goes over this version or a newer one (null: over any), a delta over exactly this one. */
  readonly initialVersion: string | null
  /** Empty: for every hardware revision. */
  readonly hardware: string
  readonly state: EnumValue<'firmwareState'>
}

/** Whether an edition may still be given to devices. */
export const isOffered = ({ state }: { readonly state: EnumValue<'firmwareState'> }): boolean => state === 'released'

/** Whether an edition is made for a hardware revision. Of a device whose revision is unknown only what fits all of them is known to fit. */
export const fitsHardware = ({ hardware }: Pick<RouteEdition, 'hardware'>, revision: string | null): boolean =>
  hardware === '' || (revision !== null && hardware.toLowerCase() === revision.trim().toLowerCase())

/**
 * Whether an edition may be installed over a version. Null: nobody knows what is on the device, so only an edition that goes over anything fits.
 */
export const goesOver = (edition: Pick<RouteEdition, 'package' | 'initialVersion'>, current: string | null): boolean => {
  const { initialVersion } = edition
  if (initialVersion === null) return edition.package === 'full'
  if (current === null) return false
  const difference = compareVersions(current, initialVersion)
  return edition.package === 'delta' ? difference === 0 : difference >= 0
}

export interface RouteOptions {
  /** Steps to an older version are allowed as well. */
  readonly allowDowngrade: boolean
}

/** Of several that make the same step: the one for this very hardware, then the smaller delta; the newest version first. */
const preferred = (a: RouteEdition, b: RouteEdition): number =>
  Number(a.hardware === '') - Number(b.hardware === '') ||
  Number(a.package === 'full') - Number(b.package === 'full') ||
  compareVersions(b.version, a.version) ||
  a.id - b.id

/** A version as one value, however many zeros it is written with: 1.2.003 is 1.2.3. */
const canonical = (version: string): string => version.split('.').map(Number).join('.')

/**
 * The editions to install one after the other to bring a device from a version to another: the fewest there can be. Empty: it is there already. Null: none
 * lead there. `editions` are those of its model and hardware (`fitsHardware`); only what is offered is used. A device that has not told its version (null, or
 * no version at all) may have a newer one: it gets nothing unless a downgrade is allowed.
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
  // Breadth first: what reaches the target first has the fewest steps. A version that was reached is not looked at again.
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
