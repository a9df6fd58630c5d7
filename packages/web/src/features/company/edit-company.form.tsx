import { limits, type Language, type OutputOf } from '@emberwatch/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/hooks.ts'
import { Facts } from '../../kit/detail/facts.tsx'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { given } from '../../kit/form/given.ts'
import { useCompanyFields } from './company-fields.tsx'
import { useBlockText } from './company-cells.tsx'
import type { CompanyFormProps, CompanyKindFacts } from './company-kind.ts'
import { useConfirmStops } from './use-confirm-stops.tsx'
import '../../kit/detail/detail.css'

type Detail = OutputOf<CompanyKindFacts['calls']['detail']>

const hasPassed = (expiresAt: string | null | undefined): boolean =>
  Boolean(expiresAt) && Date.parse(expiresAt ?? '') <= Date.now()

const EditForm = ({ kind, company, onClose }: Omit<CompanyFormProps, 'row'> & { company: Detail }) => {
  const { t } = useTranslation('company')
  const confirmStops = useConfirmStops(kind)
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
      initial={given({
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
        language,
      })}
      hidden={{ id, version, ...zone }}
      invalidates={kind.reads}
      fields={[...first, ...rest]}
      // An expiry that has passed stops the branch at once, as disabling it does.
      maySend={async (input) => hasPassed(expiresAt) || !hasPassed(input.expiresAt) || confirmStops(company, 'expire')}
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

/** Edits a company as it was when the form opened; a stale version is refused by the server and says who was faster. */
export default function EditCompany({ kind, row, onClose }: CompanyFormProps) {
  const { data, isFetching } = useCall(kind.calls.detail, { id: row.id })
  const [opened, setOpened] = useState<Detail>()
  if (data && !isFetching && !opened) setOpened(data)
  return opened ? <EditForm kind={kind} company={opened} onClose={onClose} /> : null
}
