import { endpoints, type Branding, type OutputOf } from '@emberwatch/contract'
import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { useCan, useMe } from '../../../session/me.tsx'
import { BrandPreview, type BrandValues } from './brand-preview.tsx'
import { sharedTexts } from '../../../i18n/i18n.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { useBrandFields } from './brand-fields.tsx'
import { ParentField, parentMissing } from './company-controls.tsx'
import { useCompanyFields } from './company-fields.tsx'
import { parentKinds, type CompanyKindFacts } from './company-kind.ts'

const brandNames = [
  'platformName',
  'bigFeatures',
  'smallFeatures',
  'loginLogo',
  'loginBgLogo',
  'primaryColour',
  'filingNotice',
  'appDownloadUrl',
  'supportPhone',
] as const satisfies readonly (keyof Branding)[]

/** What a new company inherits: the branding of one's own company, or the operating company's for users who may not read their own. */
const useTakenOver = (): Branding | null => {
  const mayRead = useCan()('companyConfig:view')
  const config = useCall(endpoints.companyConfig.find, {}, { enabled: mayRead, quiet: true }).data
  const common = useCall(endpoints.session.branding, {}, { quiet: true }).data ?? null
  if (!config) return common
  const own = Object.fromEntries(brandNames.flatMap((name) => (config[name] === null ? [] : [[name, config[name]]])))
  const above = config.inherited ?? common
  return above && { ...above, ...own }
}

/** A preview of a new company's sign-in page and menu, from the values in its form. */
const NewBrandPreview = () => {
  const { t } = useTranslation('company')
  const values = Form.useWatch<BrandValues>([], Form.useFormInstance())
  const inherited = useTakenOver()
  return (
    <div className="ew-brand-aside">
      <p className="ew-muted">{t(($) => $.form.brandPreviewHint)}</p>
      <BrandPreview values={values ?? {}} inherited={inherited} />
    </div>
  )
}

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
