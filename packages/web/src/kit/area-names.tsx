import { endpoints } from '@emberwatch/contract'
import { useCall } from '../api/hooks.ts'

/** Rows that name no country lie in this one. */
export const homeCountry = 'CN'

/** A row's area codes, as far as it has them. */
interface AreaNamesProps {
  country?: string | null
  province: string | null
  city: string | null
  region: string | null
}

/** Name of an area below `parent`; the areas below one are read once. */
const useAreaName = (parent: string | null, code: string | null): string | null => {
  const known = parent !== null && code !== null
  const areas = useCall(
    endpoints.area.children,
    { code: parent ?? '' },
    { enabled: known, staleTime: Infinity, quiet: true },
  ).data
  return known ? (areas?.find((area) => area.code === code)?.name ?? code) : null
}

/** The names of a row's areas, from the province down; a city of its province's name is said once. */
export const AreaNames = ({ country, province, city, region }: AreaNamesProps) => {
  const names = [useAreaName(country ?? homeCountry, province), useAreaName(province, city), useAreaName(city, region)]
  return <>{[...new Set(names.filter((name) => name !== null))].join(' · ') || '—'}</>
}
