import { endpoints, homeCountry } from '@emberwatch/contract'
import { useCall } from '../api/hooks.ts'

/** The area codes of a row, as far as it has them. */
interface AreaNamesProps {
  country?: string | null
  province: string | null
  city: string | null
  region: string | null
}

/** Name of an area below `parent`. The areas below a parent are read once. */
const useAreaName = (parent: string | null, code: string | null): string | null => {
  const known = parent !== null && code !== null
  const areas = useCall(
    endpoints.area.children,
    { code: parent ?? '' },
    { enabled: known, staleTime: Infinity, quiet: true },
  ).data
  return known ? (areas?.find((area) => area.code === code)?.name ?? code) : null
}

/** The names of a row's areas, from the province down. A city with the same name as its province is not repeated. */
export const AreaNames = ({ country, province, city, region }: AreaNamesProps) => {
  const names = [useAreaName(country ?? homeCountry, province), useAreaName(province, city), useAreaName(city, region)]
  return <>{[...new Set(names.filter((name) => name !== null))].join(' · ') || '—'}</>
}
