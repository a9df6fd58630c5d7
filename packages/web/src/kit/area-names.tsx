import { endpoints } from '@emberwatch/contract'
import { useCall } from '../api/hooks.ts'

/** A row's area codes, as far as it has them; without a country they are the home country's. */
interface AreaNamesProps {
  country?: string | null
  province: string | null
  city: string | null
  region: string | null
}

const home = 'CN'

const AreaName = ({ parent, code }: { parent: string; code: string }) => {
  const areas = useCall(endpoints.area.children, { code: parent }, { staleTime: Infinity, quiet: true }).data
  return <>{areas?.find((area) => area.code === code)?.name ?? code}</>
}

/** The names of a row's areas, from the province down. The lists that they stand in are read once. */
export const AreaNames = ({ country, province, city, region }: AreaNamesProps) => {
  const steps = [
    { parent: country ?? home, code: province },
    { parent: province, code: city },
    { parent: city, code: region },
  ]
  const known = steps.flatMap(({ parent, code }) => (parent === null || code === null ? [] : [{ parent, code }]))
  return (
    <>
      {known.map(({ parent, code }, index) => (
        <span key={code}>
          {index > 0 && ' · '}
          <AreaName parent={parent} code={code} />
        </span>
      ))}
    </>
  )
}
