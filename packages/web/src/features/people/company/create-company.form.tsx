import type { OutputOf } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { sharedTexts } from '../../../i18n/i18n.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { useMe } from '../../../session/me.tsx'
import { useBrandFields } from './brand-fields.tsx'
import { NewBrandPreview } from './new-brand-preview.tsx'
import { ParentField, parentMissing } from './company-controls.tsx'
import { useCompanyFields } from './company-fields.tsx'
import { parentKinds, type CompanyKindFacts } from './company-kind.ts'

interface CreateCompanyProps {
  kind: CompanyKindFacts
  onCreated: (account: string, answer: OutputOf<CompanyKindFacts['calls']['create']>) => void
  onClose: () => void
}

/** The branding is set now, rather than later by the company itself. */
const isBranded = (values: Readonly<Record<string, unknown>>): boolean => values['brand'] === true

/** Creates a company with its administrator, whose one-time password is then shown once, and with its branding if set. */
export default function CreateCompany({ kind, onCreated, onClose }: CreateCompanyProps) {
  const { t } = useTranslation('company')
  const { user } = useMe()
  const { zone, first, rest } = useCompanyFields()
  const kinds = parentKinds(kind, user.accountType)
  const chosen = (_rule: unknown, value: unknown) =>
    value === parentMissing ? Promise.reject(new Error(sharedTexts().rules.required)) : Promise.resolve()
  return (
    <FormDialog
      drawer
      width={640}
      endpoint={kind.calls.create}
      title={t(($) => $.kinds[kind.kind].create)}
      saved={t(($) => $.form.created)}
      hidden={zone}
      fields={[
        ...first,
        ...(kinds.length > 0
          ? [
              {
                name: 'parentId' as const,
                control: <ParentField kinds={kinds} own={user.companyName} />,
                half: true as const,
                rules: [{ validator: chosen }],
              },
            ]
          : []),
        { name: 'adminAccount', section: 'administrator', hint: t(($) => $.form.adminHint) },
        'adminName',
        'adminPhone',
        ...rest,
        { extra: 'brand', section: 'brand', label: t(($) => $.edit.brand), kind: 'switch', hint: t(($) => $.form.brandHint) },
        { extra: 'preview', label: t(($) => $.edit.preview), control: <NewBrandPreview />, half: true, when: isBranded },
        ...useBrandFields().map((field) => ({ ...field, half: true as const, when: isBranded })),
      ]}
      onSaved={(answer, { adminAccount }) => onCreated(adminAccount, answer)}
      onClose={onClose}
    />
  )
}
