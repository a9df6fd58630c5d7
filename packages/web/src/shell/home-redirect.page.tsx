import { checkRoute, pages } from '@emberwatch/contract'
import { useMe } from '../session/me.tsx'
import { RedirectOnce } from './page-loading.tsx'
import { firstPageOf } from '../kit/menu-tree.ts'

/** /home leads to the data centre, or to the first page that the user may see. */
export default function HomeRedirect() {
  const { menus } = useMe()
  const home = pages.dataCentre
  return <RedirectOnce to={checkRoute(home, menus).open ? home : (firstPageOf(menus) ?? home)} />
}
