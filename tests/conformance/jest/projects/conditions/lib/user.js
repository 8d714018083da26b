import dual from 'conditions';

export const later = () => import('conditions').then((all) => all.default);
export default `${dual} by ${typeof require('conditions')}`;
