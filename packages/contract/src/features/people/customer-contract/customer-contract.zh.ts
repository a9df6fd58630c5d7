export const texts = {
  menus: {
    'customer.contract': '合同',
  },
  subjects: {
    customerContract: '客户合同',
  },
  fields: {
    contractNo: '合同编号',
    startsOn: '开始日期',
    endsOn: '结束日期',
    amount: '合同金额',
    currency: '币种',
    files: '附件',
  },
  enums: {
    contractKind: {
      monitoring: '监控服务',
      maintenance: '维护保养',
      installation: '安装施工',
      supply: '设备供货',
      other: '其他',
    },
    contractState: {
      upcoming: '未开始',
      running: '履行中',
      ending: '即将到期',
      ended: '已到期',
    },
    currency: {
      CNY: '人民币',
      HKD: '港元',
      USD: '美元',
      EUR: '欧元',
      GBP: '英镑',
    },
  },
}
