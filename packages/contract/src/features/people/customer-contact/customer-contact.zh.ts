export const texts = {
  subjects: {
    customerContact: '客户联系人',
  },
  enums: {
    contactRole: {
      responsible: '消防安全责任人',
      manager: '消防安全管理人',
      property: '物业工程',
      duty: '值班负责人',
      finance: '财务',
      purchase: '采购商务',
      other: '其他',
    },
  },
  reasons: {
    contactsFull: '每个客户最多 {{count}} 位联系人',
  },
}
