import { CustomerContracts } from './customer-contracts.tsx'

export default function ContractListPage() {
  return <CustomerContracts />
}
