import { endpoints, pages } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { MissingRecord } from '../../../kit/detail/missing-record.tsx'
import { usePageSearch } from '../../../kit/search-params.ts'
import { PageLoading, RedirectOnce } from '../../../shell/page-loading.tsx'
import { companyHref } from './company-kind.ts'

/** Redirects to the page of a company, which belongs to the list of its level, so that a link to a company need not know the level. */
export default function CompanyOpenPage() {
  const { t } = useTranslation('kit')
  const id = Number(usePageSearch()['id'])
  const { data, isError } = useCall(endpoints.company.kind, { id }, { enabled: id > 0, quiet: true })
  if (!(id > 0) || isError) return <MissingRecord reason={t(($) => $.detail.missingHint)} />
  if (!data) return <PageLoading />
  return <RedirectOnce to={data.type === 'siter' ? pages.companyEdit : companyHref(data.type, id).slice(1)} />
}
