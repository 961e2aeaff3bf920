CREATE TABLE customer (id INTEGER PRIMARY KEY, language, name, city, phone, since, level, fee REAL);
CREATE TABLE ticket (id INTEGER PRIMARY KEY, language, subject, agent, state, due);
CREATE TABLE note (id INTEGER PRIMARY KEY, language, ticket, author, day, text);
CREATE TABLE purchase (id INTEGER PRIMARY KEY, language, number, customer, total REAL, state);
CREATE TABLE product (id INTEGER PRIMARY KEY, language, name, days INTEGER, months INTEGER);
CREATE TABLE team (id INTEGER PRIMARY KEY, language, name, room);
CREATE TABLE member (id INTEGER PRIMARY KEY, language, team, name, phone);
CREATE TABLE call (id INTEGER PRIMARY KEY, language, agent, caller, day, minutes INTEGER);
