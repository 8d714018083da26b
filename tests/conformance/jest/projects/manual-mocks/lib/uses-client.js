import client from 'remote-client';

export const fetchName = async () => (await client.get('/name')).data;
