import { useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { Facts } from '../../../kit/detail/facts.tsx'
import type { CompanyFormProps } from './company-kind.ts'
import '../../../kit/detail/detail.css'

/** Phone and email of a company's contact in full; viewing them is audited. */
export default function CompanyContact({ kind, row, onClose }: CompanyFormProps) {
  const { t } = useTranslation('company')
  const { id, name, contacter } = row
  const contact = useQuery({
    queryKey: ['company-contact', id],
    queryFn: () => call(kind.calls.unmask, { id }),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  }).data
  if (!contact) return null
  return (
    <Modal open centered width={440} title={t(($) => $.contact.title, { name })} footer={null} onCancel={onClose}>
      <Facts endpoint={kind.calls.detail} row={{ contacter, ...contact }} facts={['contacter', 'phone', 'email']} />
      <p className="ew-muted">{t(($) => $.contact.hint)}</p>
    </Modal>
  )
}
