import { limits, type Language, type OutputOf } from '@emberwatch/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { Facts } from '../../../kit/detail/facts.tsx'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { withoutNulls } from '../../../kit/form/rules.ts'
import { useCan } from '../../../session/me.tsx'
import { useCompanyFields } from './company-fields.tsx'
import { useBlockText } from './company-cells.tsx'
import type { CompanyFormProps, CompanyKindFacts } from './company-kind.ts'
import '../../../kit/detail/detail.css'

type Detail = OutputOf<CompanyKindFacts['calls']['detail']>

const hidden = (text: string | null): boolean => text?.includes('*') ?? false

const EditForm = ({ kind, company, onClose }: Omit<CompanyFormProps, 'row'> & { company: Detail }) => {
  const { t } = useTranslation('company')
  const blocked = useBlockText()(company.blockedBy)
  const { zone, first, rest } = useCompanyFields(company)
  const {
    id,
    version,
    name,
    orgCode,
    contacter,
    phone,
    expiresAt,
    address,
    quotas,
    email,
    domain,
    licenceNo,
    licenceFile,
    streetCode,
    timeZone,
  } = company
  const language: Language = limits.languages.find((one) => one === company.language) ?? limits.defaultLanguage
  return (
    <FormDialog
      drawer
      width={640}
      endpoint={kind.calls.update}
      title={t(($) => $.kinds[kind.kind].edit)}
      initial={withoutNulls({
        name,
        orgCode,
        contacter,
        phone: hidden(phone) ? null : phone,
        expiresAt,
        address,
        quotas,
        email: hidden(email) ? null : email,
        domain: company.domainRequested ?? domain,
        licenceNo,
        licenceFile,
        streetCode,
        timeZone,
        language,
      })}
      hidden={{ id, version, ...zone }}
      fields={[...first, ...rest]}
      onClose={onClose}
    >
      <Facts
        endpoint={kind.calls.detail}
        row={company}
        facts={[
          'companyPath',
          'adminAccount',
          ...(blocked === undefined ? [] : [{ field: 'blockedBy' as const, value: blocked }]),
        ]}
      />
    </FormDialog>
  )
}

/**
 * Edits a company as it was when the form opened; the server refuses a stale version and says who was faster. Users who may see
 * phone and email edit them in full, because for them an empty email removes it (contract: companyUpdateInput).
 */
export default function EditCompany({ kind, row, onClose }: CompanyFormProps) {
  const maySee = useCan()('account:unmask')
  const { id } = row
  const opened = useQuery({
    queryKey: ['company-to-edit', id],
    queryFn: async () => {
      const found = await call(kind.calls.detail, { id })
      return maySee ? { ...found, ...(await call(kind.calls.unmask, { id })) } : found
    },
    staleTime: Infinity,
    gcTime: 0,
  }).data
  return opened ? <EditForm kind={kind} company={opened} onClose={onClose} /> : null
}
